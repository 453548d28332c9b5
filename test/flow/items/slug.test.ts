import fc from "fast-check";
import { expect, it } from "vitest";
import { numberedSlug, slugify } from "../../../src/flow/items/slug.ts";

it.each([
  ["Export orders as CSV", "export-orders-as-csv"],
  ["  Größe ändern!  ", "grosse-andern"],
  ["../../etc/passwd", "etc-passwd"],
  ['"quotes" and\nlines\tand -- dashes', "quotes-and-lines-and-dashes"],
  ["支付处理", "支付处理"],
  ["!!!", "item"],
  ["", "item"],
])("the description %j becomes a directory name", (description, slug) => {
  expect(slugify(description)).toBe(slug);
});

it("long descriptions are cut between words", () => {
  const slug = slugify("let the customers of the shop export all of their orders as comma separated values");
  expect(slug).toBe("let-the-customers-of-the-shop-export-all-of-their");
});

it("a slug is always a name of at most 50 characters that leads nowhere else", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.integer({ min: 1, max: 999 }),
      (text, n) => {
        for (const slug of [slugify(text), numberedSlug(slugify(text), n)]) {
          expect([...slug].length).toBeLessThanOrEqual(50);
          expect(slug).toMatch(/^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u);
        }
      },
    ),
  );
});
