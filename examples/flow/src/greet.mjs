import { GREETINGS } from "./greetings.mjs";

export function greet(name, language = "en") {
  return `${GREETINGS[language] ?? GREETINGS.en}, ${name}!`;
}
