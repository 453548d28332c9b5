const LONGEST = 50;

/** A directory name for a description: lower-case words with hyphens, at most 50 characters. */
export function slugify(description: string): string {
  const words = description
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .normalize("NFC");
  const slug = shorten(words.replaceAll(/^-|-$/g, ""), LONGEST);
  return slug === "" ? "item" : slug;
}

/** The slug for the nth item that would have the same one. */
export function numberedSlug(slug: string, count: number): string {
  const suffix = count === 1 ? "" : `-${count}`;
  return `${shorten(slug, LONGEST - suffix.length)}${suffix}`;
}

/** Cuts between words if there is more than one; never inside a character. */
function shorten(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const cut = characters.slice(0, length).join("");
  const end = characters[length] === "-" ? -1 : cut.lastIndexOf("-");
  return (end > cut.length / 2 ? cut.slice(0, end) : cut).replace(/-+$/, "");
}
