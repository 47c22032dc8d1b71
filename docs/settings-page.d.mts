/** What docs/settings.md has to be, by settings.schema.json. */
export function currentPage(): string
