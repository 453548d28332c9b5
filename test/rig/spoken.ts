import type { Readable } from "node:stream";

/** What a process says on a stream, to be waited for piece by piece. */
export class Spoken {
  text = "";
  #read = 0;
  #look = (): void => {};

  constructor(stream: Readable) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      this.text += text;
      this.#look();
    });
  }

  /** Settles when this has been said, after what was waited for before. */
  until(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#look = () => {
        const at = this.text.indexOf(text, this.#read);
        if (at === -1) return;
        this.#read = at + text.length;
        this.#look = () => {};
        resolve();
      };
      this.#look();
    });
  }
}
