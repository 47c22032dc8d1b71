type Present<Value> = { readonly [Key in keyof Value]?: Exclude<Value[Key], undefined> }

/** Leaves out what is undefined: an absent member, not a member that holds nothing. */
export function present<Value extends object>(members: Value): Present<Value> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Present<Value>
}
