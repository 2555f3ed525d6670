// The fields of an object that have a value: what a bureau did not give is absent from a report, never undefined in it.
type Given<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
} & { [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name] };

/** Without the fields that are undefined. A loop: a report's accounts go through it some dozen times. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  const kept = {} as Fields;
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept as unknown as Given<Fields>;
}
