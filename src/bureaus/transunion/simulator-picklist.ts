// The pick list of the TransUnion simulator: for each address asked for, the home that it chose, or those to pick from; and the report
// of somebody whom it does not know.
import type { UkAddress } from '../../domain/reports/consumer.ts';
import { at, many, wireText } from '../reading/wire-values.ts';
import type { XmlToWrite } from '../reading/xml-writer.ts';
import type { Dialect } from '../simulation/dialect.ts';
import type { SimulatedPerson, SimulatedQuestion } from '../simulation/population/simulated-file.ts';
import { domicileOf, toLine, toParts } from './simulator-lines.ts';

type Tree = { [name: string]: XmlToWrite };

const LIMITS = { '@maxaddressitems': 50, '@maxnameitems': 6, '@picklist': 1 };
const CHOSEN = { '@reporttype': 3, '@matchstatus': 2 };

/** `homes`: indexes of the person's homes that were asked for; one at least, since the person was found. */
export function toChosen(
  applicant: Tree,
  person: SimulatedPerson,
  dialect: Dialect,
): { picklist: Tree; homes: Set<number> } {
  const homes = new Set<number>();
  const address = many(applicant, 'address').map((asked, index) => {
    const place = plain(wireText(at(asked, 'postcode')) ?? '');
    const same = person.addresses.findIndex((home) => plain(home.address.postcode) === place);
    const home = same === -1 && index === 0 ? 0 : same;
    const found = homes.has(home) ? undefined : person.addresses[home];
    if (found === undefined) return { addressinput: asked as Tree, fullmatches: '' };
    homes.add(home);
    const match = { domicileid: domicileOf(found.id) };
    return {
      '@addressid': dialect === 'thin' ? undefined : index + 1,
      addressinput: asked as Tree,
      fullmatches: {
        ...(dialect === 'thin' ? {} : CHOSEN),
        fullmatch: {
          '@selected': dialect === 'thin' ? undefined : 1,
          addressmatch: { ...toParts(found.address), ...match },
          name: dialect === 'thin' ? undefined : toNameMatch(applicant, person),
        },
      },
    };
  });
  return { picklist: { ...LIMITS, applicant: { '@id': 1, '@reporttype': 3, address } }, homes };
}

function toNameMatch(applicant: Tree, { title, forename, surname, dateOfBirth, id }: SimulatedPerson): Tree {
  const match = { title, forename, surname, residenceid: domicileOf(id), dob: dateOfBirth };
  return {
    '@nameid': 1,
    nameinput: many(applicant, 'name')[0] as Tree,
    namematches: { ...CHOSEN, namematch: { '@selected': 1, ...match } },
  };
}

/** No type of report: one is to be picked. */
export function toPicklist(applicant: Tree, candidates: readonly UkAddress[]): Tree {
  const fullmatch = candidates.map((candidate) => ({
    '@selected': 0,
    addressmatch: { ...toParts(candidate), domicileid: domicileOf(toLine(candidate, 'links')) },
  }));
  const address = {
    '@addressid': 1,
    addressinput: many(applicant, 'address')[0] as Tree,
    fullmatches: { fullmatch },
  };
  return { ...LIMITS, applicant: { '@id': 1, address } };
}

export function toNotMatched({ forename, surname }: SimulatedQuestion): Tree {
  return { '@reporttype': 1, '@reporttitle': `Not matched for ${forename} ${surname}` };
}

function plain(postcode: string): string {
  return postcode.replace(/\s/g, '').toUpperCase();
}
