import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import type { Names } from "../../ui/api.ts";
import { ask } from "../client.ts";
import { go } from "../route.ts";
import { Tag } from "./parts.tsx";

/** Finds a file or a check by parts of its name. */
export function Finder({ subject }: { readonly subject: string }): JSX.Element {
  const [words, setWords] = useState(subject);
  const [names, setNames] = useState<Names["names"]>([]);
  const [isOpen, setOpen] = useState(false);
  const [current, setCurrent] = useState(-1);
  const list = useId();
  useEffect(() => setWords(subject), [subject]);
  useEffect(() => {
    if (!isOpen) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      ask<Names>("names", { words }).then(
        (found) => {
          if (isCurrent) setNames(found.names);
        },
        () => {},
      );
    }, 120);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [words, isOpen]);
  const choose = (name: string): void => {
    setOpen(false);
    setCurrent(-1);
    if (name.trim() !== "") go("why", name);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const by = event.key === "ArrowDown" ? 1 : -1;
      setCurrent(Math.max(-1, Math.min(names.length - 1, current + by)));
    }
    if (event.key === "Enter") choose(names[current]?.name ?? words);
    if (event.key === "Escape") setOpen(false);
  };
  const shown = isOpen ? names : [];
  return (
    <div class="tools finder">
      <input
        id="search"
        type="search"
        list={undefined}
        role="combobox"
        aria-label="A file or a check"
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-activedescendant={current < 0 || shown.length === 0 ? undefined : `${list}-${current}`}
        autocomplete="off"
        placeholder="A file or a check"
        value={words}
        onInput={(event) => {
          setWords(event.currentTarget.value);
          setOpen(true);
          setCurrent(-1);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setTimeout(() => setOpen(false), 150)}
        onKeyDown={onKeyDown}
      />
      <ul id={list} role="listbox" aria-label="Names" class="names" hidden={shown.length === 0}>
        {shown.map(({ type, name }, index) => (
          <li
            key={`${type} ${name}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === current}
            onPointerDown={() => choose(name)}
          >
            {type === "check" ? <Tag kind="info">check</Tag> : null} <span class="path">{name}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
