// Markdown as people write it: headings, lists, tables, code, and links to other documents and to code.

/** About six kilobytes. `cite(n)` gives the path of something to link to. */
export function documentText(number, cite) {
  const sections = Array.from({ length: 8 }, (_, index) => section(number, index, cite));
  return `# Document ${number}: what is decided\n\nSee [the overview](${cite(number)}) first.\n\n${sections.join("\n")}`;
}

function section(number, index, cite) {
  const link = (at) => `[part ${at} of it](${cite(number * 8 + index + at)})`;
  return `## ${index + 1}. Step ${index + 1}: options & limits

Most of a document is plain text with *emphasis*, \`inline code\` and an aside (like this one). It goes on for a few
lines, names \`src/module-${index}.ts:12\` on the way, and says in the end why ${link(1)} is as it is.

- **Given**: a value of \`limit_${index}\` that is below the default, see https://example.org/limits.
- **When** it is read, the rules of ${link(2)} hold
- [ ] still to be done

| name | default | meaning |
| --- | --- | --- |
| \`limit\` | ${index} | how many at once |
| \`label\` | none | ${link(3)} |

\`\`\`ts
const limit = [${number}, ${index}]; // [not a link](nowhere.md)
export const value: number = limit.length;
\`\`\`

1. First this, then _that_.
2. Then what <kbd>Enter</kbd> does.
`;
}
