const DROPPED = /[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]/gu;

/** The anchor that GitHub gives a heading with this text, before it is made unique. */
function slugOf(text: string): string {
  return text.toLowerCase().replace(DROPPED, "").replace(/ /g, "-");
}

/** Gives each heading of one document its own slug: a repeated one gets `-1`, `-2` and so on. */
export function createSlugger(): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const base = slugOf(text);
    let slug = base;
    let count = counts.get(base) ?? 0;
    while (counts.has(slug)) {
      count += 1;
      slug = `${base}-${count}`;
    }
    counts.set(base, count);
    if (slug !== base) counts.set(slug, 0);
    return slug;
  };
}
