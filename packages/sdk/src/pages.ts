// Lists: for await over all entries, page by page behind the scenes, or one page with its token.

export type Page<Item> = {
  items: Item[] /** Of the next page; null on the last one. */;
  token: string | null;
};

export type Pages<Item, One extends Page<Item> = Page<Item>> = AsyncIterable<Item> & {
  /** One page: the first, or the one that a token names. */
  page(token?: string): Promise<One>;
};
export type CsvPages<Item, One extends Page<Item> = Page<Item>> = Pages<Item, One> & {
  /** Everything that the filter takes, as one CSV file, while it arrives. */
  csv(): Promise<ReadableStream<Uint8Array>>;
};

export function createPages<Item, One extends Page<Item>>(
  page: (token?: string) => Promise<One>,
): Pages<Item, One> {
  return {
    page,
    async *[Symbol.asyncIterator]() {
      for (let token: string | undefined; ; ) {
        const read: One = await page(token);
        yield* read.items;
        if (read.token === null) return;
        token = read.token;
      }
    },
  };
}

/** Query parameters of one page. */
export const at = (token: string | undefined): { pageToken?: string } =>
  token === undefined ? {} : { pageToken: token };
