import { signal } from "@preact/signals";

const KEY = "verification-editor";

/** The addresses with which editors open a file. */
export const EDITORS = {
  vscode: {
    name: "VS Code",
    link: (path: string, line: number, column: number) => `vscode://file${path}:${line}:${column}`,
  },
  cursor: {
    name: "Cursor",
    link: (path: string, line: number, column: number) => `cursor://file${path}:${line}:${column}`,
  },
  zed: {
    name: "Zed",
    link: (path: string, line: number, column: number) => `zed://file${path}:${line}:${column}`,
  },
  idea: {
    name: "JetBrains",
    link: (path: string, line: number) => `idea://open?file=${encodeURIComponent(path)}&line=${line}`,
  },
} as const;

export type Editor = keyof typeof EDITORS;

function readSaved(): Editor {
  try {
    const name = localStorage.getItem(KEY) ?? "";
    return Object.hasOwn(EDITORS, name) ? (name as Editor) : "vscode";
  } catch {
    return "vscode";
  }
}

export const editor = signal<Editor>(readSaved());

export function chooseEditor(name: Editor): void {
  editor.value = name;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Then the choice lasts only until the page is closed.
  }
}

/** An address that opens a file of the repository. Special characters of the name are escaped. */
export function editorLink(
  root: string,
  file: string,
  place: { line?: number | undefined; column?: number | undefined } = {},
): string {
  const path = `${root}/${file}`.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  const absolute = path.startsWith("/") ? path : `/${path}`;
  const plain = editor.value === "idea" ? decodeURIComponent(absolute) : absolute;
  return EDITORS[editor.value].link(plain, place.line ?? 1, place.column ?? 1);
}
