import { describe, expect, it, vi } from "vitest";
import { MOST } from "../../src/queue/job.ts";
import { readNews, writeNews } from "../../src/queue/news.ts";
import { createOutputRelay } from "../../src/queue/output-relay.ts";

describe("what a worker says of a command", () => {
  it("is read as it was written", () => {
    const news = { type: "output", job: "1", worker: "one", text: "a\n" } as const;
    expect(readNews(writeNews(news))).toEqual(news);
    expect(readNews(writeNews({ type: "taken", job: "1", worker: "one" }))).toMatchObject({ type: "taken" });
  });

  it.each([
    ["of another kind", { type: "other", job: "1", worker: "one" }],
    ["without a job", { type: "taken", worker: "one" }],
    ["with a long name", { type: "taken", job: "1", worker: "x".repeat(101) }],
    ["with output that is no text", { type: "output", job: "1", worker: "one", text: {} }],
    ["that is too long", { type: "output", job: "1", worker: "one", text: "x".repeat(MOST.newsBytes) }],
  ])("is no news: what is %s", (_, news) => {
    expect(readNews(JSON.stringify(news))).toBeNull();
  });
});

describe("the output of a command", () => {
  it("is told in pieces that fit, now and then, and no more than is heard of one that runs here", () => {
    vi.useFakeTimers();
    const told: string[] = [];
    const telling = createOutputRelay((text) => told.push(text));
    telling.hear("one\n");
    telling.hear("two\n");
    expect(told).toEqual([]);
    vi.runAllTimers();
    expect(told).toEqual(["one\ntwo\n"]);
    telling.hear("\u0001".repeat(2 * MOST.heardBytes));
    telling.end();
    telling.hear("more");
    telling.end();
    expect(told.join("")).toHaveLength(MOST.heardBytes);
    const news = told.map((text) => writeNews({ type: "output", job: "j".repeat(80), worker: "one", text }));
    expect(news.filter((each) => readNews(each) === null)).toEqual([]);
    vi.useRealTimers();
  });
});
