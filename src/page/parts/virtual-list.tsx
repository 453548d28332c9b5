import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface VirtualListProps {
  readonly label: string;
  /** How many rows there are. */
  readonly length: number;
  /** In pixels; the same for all. */
  readonly rowHeight: number;
  readonly render: (index: number) => ComponentChildren;
  /** Called with the visible rows. */
  readonly onSeen?: (first: number, last: number) => void;
  /** The row that keys act on; -1 for none. */
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  readonly onOpen?: (index: number) => void;
  /** Whether its rows contain links and buttons: then it is a plain list, not a list box. */
  readonly isPlain?: boolean;
  /** Rows that keys skip. */
  readonly isPassed?: (index: number) => boolean;
}

/** Extra rows outside the view, so that scrolling shows no gap. */
const BEYOND = 8;

/** A list of any length that only renders visible rows. It scrolls with the page. */
export function VirtualList(props: VirtualListProps): JSX.Element {
  const {
    label,
    length,
    rowHeight,
    render,
    onSeen,
    selected,
    onSelect,
    onOpen,
    isPassed,
    isPlain = false,
  } = props;
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<readonly [number, number]>([0, 40]);
  const look = (): void => {
    const element = box.current;
    if (element === null) return;
    const { top } = element.getBoundingClientRect();
    const first = Math.max(0, Math.floor(-top / rowHeight) - BEYOND);
    const last = Math.min(length, Math.ceil((innerHeight - top) / rowHeight) + BEYOND);
    setSeen((before) => (before[0] === first && before[1] === last ? before : [first, last]));
  };
  useLayoutEffect(look, [length, rowHeight]);
  useEffect(() => {
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [length, rowHeight]);
  const [first, last] = seen;
  useEffect(() => onSeen?.(first, last), [first, last, length]);
  const move = (by: number): void => {
    let next = selected + by;
    while (next >= 0 && next < length && isPassed?.(next) === true) next += by;
    if (next < 0 || next >= length) return;
    onSelect(next);
    const element = box.current;
    if (element === null) return;
    const { top } = element.getBoundingClientRect();
    const at = top + next * rowHeight;
    const margin = 120;
    if (at < margin) scrollBy({ top: at - margin });
    else if (at + rowHeight > innerHeight - 20) scrollBy({ top: at + rowHeight - innerHeight + 20 });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && event.target !== box.current) return;
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };
    const by = moves[event.key];
    if (by !== undefined) {
      event.preventDefault();
      move(by);
    }
    if (event.key === "Enter" && selected >= 0) {
      event.preventDefault();
      onOpen?.(selected);
    }
  };
  const rows = [];
  for (let index = first; index < Math.min(last, length); index++)
    rows.push(
      <div
        key={index}
        id={`row-${index}`}
        role={isPlain ? "listitem" : "option"}
        {...(isPlain ? { "aria-current": index === selected } : { "aria-selected": index === selected })}
        aria-setsize={length}
        aria-posinset={index + 1}
        class="virtual-row"
        style={{ transform: `translateY(${index * rowHeight}px)`, height: `${rowHeight}px` }}
        onClick={() => {
          if (isPassed?.(index) === true) return;
          onSelect(index);
          onOpen?.(index);
        }}
      >
        {render(index)}
      </div>,
    );
  return (
    <div
      ref={box}
      class="virtual"
      role={isPlain ? "list" : "listbox"}
      aria-label={label}
      tabIndex={0}
      {...(!isPlain && selected >= first && selected < last
        ? { "aria-activedescendant": `row-${selected}` }
        : {})}
      style={{ height: `${Math.max(1, length) * rowHeight}px` }}
      onKeyDown={onKeyDown}
    >
      {rows}
    </div>
  );
}
