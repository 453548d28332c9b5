export const GREETINGS = { en: "Hello" };
