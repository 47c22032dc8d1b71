export function impuritiesOf(path: string, text: string): readonly string[]
