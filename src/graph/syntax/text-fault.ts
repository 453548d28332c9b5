/** The first offset where a text is not what its name says. */
export interface TextFault {
  readonly message: string;
  readonly offset: number;
}
