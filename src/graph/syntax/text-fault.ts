/** Where a text first stops being what its name says, by offset. */
export interface TextFault {
  readonly message: string;
  readonly offset: number;
}
