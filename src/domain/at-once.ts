// What is nearly always at hand and only now and then has to be waited for: a remembered token, a rate window with room. Waiting
// for what is at hand costs a turn of the queue each time, which over the checks of a request is more than the checks themselves.

export type AtOnce<Value> = Value | Promise<Value>;

/** Goes on with a value: at once when it is there, else when it comes. */
export function after<Value, Next>(value: AtOnce<Value>, goOn: (value: Value) => AtOnce<Next>): AtOnce<Next> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
