export const PAGE_STYLE = ``;
