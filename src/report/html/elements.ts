import { type ComponentChildren, h, type VNode } from "preact";
import { plain } from "../print/plain.ts";

export type Child = VNode | string | null;
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element. Its content is text, whatever it looks like, or further elements. */
export function el(name: string, attributes: Attributes | null, ...children: readonly Child[]): VNode {
  const safe = Object.entries(attributes ?? {}).map(([key, value]) => [
    key,
    typeof value === "string" ? plain(value) : value,
  ]);
  const content: ComponentChildren[] = children.map((child) =>
    typeof child === "string" ? plain(child) : child,
  );
  return h(name, Object.fromEntries(safe) as Record<string, unknown>, ...content) as VNode;
}

/** A short word on a coloured background. */
export function tag(kind: string, text: string = kind): VNode {
  return el("span", { class: `tag ${kind}` }, text);
}

/** A section of the page, with its title and a remark. */
export function section(
  id: string,
  [title, remark]: readonly [string, string],
  ...children: readonly Child[]
): VNode {
  return el(
    "section",
    { id, "aria-labelledby": `${id}-title` },
    el("header", null, el("h2", { id: `${id}-title` }, title), el("span", { class: "soft" }, remark)),
    ...children,
  );
}

/** A list that shows its first entries, and how many more there are. */
export function shortened<T>(
  items: readonly T[],
  most: number,
  render: (item: T) => Child,
): readonly Child[] {
  const hidden = items.length - most;
  return [
    ...items.slice(0, most).map(render),
    ...(hidden > 0 ? [el("li", { class: "soft" }, `and ${hidden} more`)] : []),
  ];
}
