// What a handler may return for the schema of its answer: the schema's type, before it is JSON. A time may still be a date, a list may be
// one that nobody changes, and a field that may be left out may be undefined: JSON leaves it out.
import type {
  Static,
  TArray,
  TNull,
  TObject,
  TOptional,
  TProperties,
  TRecord,
  TSchema,
  TUnion,
} from 'typebox';
import type { TTime } from './schemas/common.ts';

/** Null as the whole answer is an answer without a body. */
export type Answer<S extends TSchema> = S extends TNull ? Awaited<Promise<void>> : Sent<S> | Written;

export type Sent<S extends TSchema> = S extends TTime
  ? Date | string
  : S extends TObject<infer Properties>
    ? SentObject<Properties>
    : S extends TArray<infer Item>
      ? readonly Sent<Item>[]
      : S extends TUnion<infer Members>
        ? { [At in keyof Members]: Sent<Members[At]> }[number]
        : S extends TRecord<string, infer Value>
          ? Readonly<Record<string, Sent<Value>>>
          : Static<S>;

type OptionalKeys<P extends TProperties> = {
  [Key in keyof P]: P[Key] extends TOptional<TSchema> ? Key : never;
}[keyof P];

type SentObject<P extends TProperties> = {
  readonly [Key in Exclude<keyof P, OptionalKeys<P>>]: Sent<P[Key]>;
} & { readonly [Key in OptionalKeys<P>]?: Sent<P[Key]> | undefined };

declare const isWritten: unique symbol;

/** An answer in another form than its schema's: a file, a stream, JSON that is text already. */
export type Written = { readonly [isWritten]: true };

export function asWritten(sent: object | string): Written {
  return sent as unknown as Written;
}

/** `unknown`; but a type that nothing has, where an answer has fields that its schema lacks: all that is returned is sent. */
export type NothingElse<Returned, S extends TSchema> = [Unsaid<Returned, Sent<S>>] extends [never]
  ? unknown
  : { fieldsThatTheSchemaLacks: Unsaid<Returned, Sent<S>> };

type Single = Date | string | number | boolean | null | undefined;

/** The names of these fields, at any depth. A schema without named fields takes any; a field that is undefined is not sent. */
type Unsaid<R, S> = R extends Written | Single
  ? never
  : R extends readonly (infer Item)[]
    ? Unsaid<Item, S extends readonly (infer Said)[] ? Said : never>
    : [KeyOf<S>] extends [never]
      ? never
      : {
          [Key in keyof R]-?: string extends Key
            ? never
            : Key extends KeyOf<S>
              ? Unsaid<R[Key], ValueOf<S, Key>>
              : R[Key] extends undefined
                ? never
                : Key;
        }[keyof R];
type KeyOf<S> = S extends Single ? never : keyof S;
type ValueOf<S, Key> = S extends unknown ? (Key extends keyof S ? S[Key] : never) : never;
