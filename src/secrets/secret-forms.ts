/** Fewer characters of an encoded value could be anything. */
const SHORTEST = 8;

/**
 * The forms in which a value may be printed: plain, inside JSON or an address, and as Base64, also as part of a longer
 * text.
 */
export function formsOf(value: string): readonly string[] {
  const encoded = inAddress(value);
  const lines = value.includes("\n") ? value.split(/\r?\n/).map((line) => line.trim()) : [];
  const forms = [
    value,
    JSON.stringify(value).slice(1, -1),
    encoded,
    encoded.replaceAll("%20", "+"),
    encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    ...lines.filter((line) => line.length >= 2 * SHORTEST),
    ...base64Of(value),
  ];
  return [...new Set(forms)].filter((form) => form.length >= Math.min(value.length, SHORTEST));
}

/** The whole, and the part that stays the same at any position in a longer text: there are three alignments. */
function base64Of(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const cores = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [bytes.toString("base64"), ...cores].flatMap((form) =>
    form.length < SHORTEST ? [] : [form, form.replaceAll("+", "-").replaceAll("/", "_")],
  );
}

/** A text with half of a surrogate pair cannot be encoded. */
function inAddress(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}
