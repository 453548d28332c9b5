import { signal } from "@preact/signals";

const KEY = "verification-theme";

function readSaved(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function systemIsDark(): boolean {
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

export const isDark = signal(readSaved() === null ? systemIsDark() : readSaved() === "dark");

/** Applies the reader's choice, or else the system's theme. */
export function applyTheme(): void {
  const chosen = readSaved();
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset["theme"] = chosen;
}

export function turnTheme(): void {
  isDark.value = !isDark.value;
  const name = isDark.value ? "dark" : "light";
  document.documentElement.dataset["theme"] = name;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Then the choice lasts only until the page is closed.
  }
}
