// Which numbers a code can be texted to. A number is checked when a message is to be sent, not before; the message about a bad one
// never repeats it.
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { BadSetting } from '../settings/setting.ts';

export type Phone = { kind: 'ok'; to: string } | { kind: 'unusable'; why: string };

// Ofcom reserves these for TV drama: no phone has one, so the phone library calls them invalid.
const DRAMA = /^\+447700900\d{3}$/;
const TEXTABLE = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

export function readPhone(
  number: string | undefined,
  rules: {
    /** Jersey, Guernsey and the Isle of Man share +44 and are countries of their own. */
    countries: readonly string[];
    /** Drama numbers are accepted only where no message can reach a phone. */
    isSimulated: boolean;
  },
): Phone {
  if (number === undefined) return unusable('A mobile number is needed: a security code is sent to it.');
  if (rules.isSimulated && DRAMA.test(number)) return { kind: 'ok', to: number };
  const phone = parsePhoneNumberFromString(number);
  if (phone === undefined || !phone.isValid() || phone.country === undefined) {
    return unusable('This is not a telephone number that exists. Check it, in the form +447… .');
  }
  if (!rules.countries.includes(phone.country)) {
    return unusable(
      `Security codes are sent to numbers of these countries only: ${rules.countries.join(', ')}.`,
    );
  }
  // A personal number (070) forwards at the caller's cost, and a pager or a land line cannot receive the text.
  if (!TEXTABLE.includes(phone.getType() ?? '')) {
    return unusable('This is not a mobile number: a security code cannot be texted to it.');
  }
  return { kind: 'ok', to: phone.number };
}

function unusable(why: string): Phone {
  return { kind: 'unusable', why };
}

/** A setting: a country by its two letters. */
export function country(value: string): CountryCode {
  if (!isSupportedCountry(value)) {
    throw new BadSetting('must be countries by their two letters, such as GB, separated by commas.');
  }
  return value;
}
