import type { ComponentChildren, JSX } from "preact";

type Children = { readonly children?: ComponentChildren };

/** A short word on a coloured background. */
export function Tag({ kind, children }: Children & { readonly kind: string }): JSX.Element {
  return <span class={`tag ${kind}`}>{children ?? kind}</span>;
}

export function Section({
  id,
  title,
  note,
  children,
}: Children & {
  readonly id: string;
  readonly title: string;
  readonly note?: ComponentChildren;
}): JSX.Element {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {note === undefined ? null : <span class="soft">{note}</span>}
      </header>
      {children}
    </section>
  );
}

export interface TileProps {
  readonly name: string;
  readonly figure: ComponentChildren;
  readonly note?: ComponentChildren;
}

export function Tiles({ tiles }: { readonly tiles: readonly TileProps[] }): JSX.Element {
  return (
    <dl class="tiles">
      {tiles.map(({ name, figure, note }) => (
        <div class="tile" key={name}>
          <dt>{name}</dt>
          <dd>
            {figure}
            <span class="note">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What to say if there is nothing to show, and what to do about it. */
export function Empty({ title, children }: Children & { readonly title: string }): JSX.Element {
  return (
    <div class="empty card">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Problem({ text }: { readonly text: string }): JSX.Element {
  return (
    <div class="card problem" role="alert">
      {text.split("\n").map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

export function Waiting({ what }: { readonly what: string }): JSX.Element {
  return (
    <p class="waiting soft" role="status">
      <span class="spinner" aria-hidden="true" /> {what}
    </p>
  );
}

export function Choice<T extends string>(props: {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly text: string }[];
  readonly chosen: T | "";
  readonly onChoose: (value: T | "") => void;
  /** Whether one is always selected. */
  readonly isFixed?: boolean;
}): JSX.Element {
  const { label, options, chosen, onChoose, isFixed = false } = props;
  return (
    <span class="group" role="group" aria-label={label}>
      {options.map(({ value, text }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => onChoose(chosen === value && !isFixed ? "" : value)}
        >
          {text}
        </button>
      ))}
    </span>
  );
}
