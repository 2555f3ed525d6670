// When two e-mail addresses are the same: the case of A to Z does not count, everything else does. Letters of other alphabets are not folded:
// what their small letter is depends on who is asked (a Turkish capital I with a dot becomes `i` in one library and two characters in
// another), and an address that merely looks alike is another mailbox. SQL folds in the same way (`FOLDED_EMAIL` in storage/people/people.ts).

export function foldEmail(address: string): string {
  return address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function isSameEmail(one: string, other: string): boolean {
  return foldEmail(one) === foldEmail(other);
}
