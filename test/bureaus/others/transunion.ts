// TransUnion's reply about an invented person, with what a right reading gives. The blocks beside the accounts are in transunion-parts.ts.

import { createDice } from './chance.ts';
import { countLeftOut, type Expected, type LeftOutCount, type Reply } from './expected.ts';
import { accountOf, realTimeOf, strangersAccount } from './transunion-accounts.ts';
import { partsOf } from './transunion-parts.ts';
import { type Branch, toXml } from './tree.ts';
import type { Person } from './truth.ts';

export function writeTransunion(person: Person): Reply {
  const dice = createDice(person.at * 37 + 11);
  const reference = `others-${person.at}`;
  const accounts = person.accounts
    .filter(() => dice.percent(85))
    .map((account) => accountOf(dice, person, account));
  const placed = person.strangers.map((stranger) => ({ stranger, node: strangersAccount(dice, stranger) }));
  const [unsure, marked] = [true, false].map((is) =>
    placed.filter(({ stranger }) => (stranger.is === 'unsure') === is).map(({ node }) => node),
  );
  const realTime = dice.percent(10) ? realTimeOf(dice, person) : null;
  const parts = partsOf(dice, person);
  const isJoint = dice.percent(20);
  // Whole reports of associates (`oias`) are not records of this reply, and are not counted.
  const out: LeftOutCount[] = [
    ...(unsure as Branch[]).map(() => ({ reason: 'not-sure', kind: 'accounts' }) as const),
    ...(isJoint ? (marked as Branch[]) : []).map(
      () => ({ reason: 'another-person', kind: 'accounts' }) as const,
    ),
  ];
  const tree = replyOf(person, {
    reference,
    accounts: [...accounts.map(({ node }) => node), ...(unsure as Branch[])],
    others: marked as Branch[],
    realTime: realTime?.node,
    blocks: parts.blocks,
    isJoint,
  });
  const expected: Expected = {
    ...parts.expected,
    accounts: [...accounts, ...(realTime === null ? [] : [realTime])].map(({ expected: fields }) => fields),
    roll: person.homes.map(({ rollFrom, rollTo }) => ({ from: rollFrom, to: rollTo })),
    leftOut: countLeftOut([...out, ...parts.out]),
  };
  const debts = [...accounts.map(({ debt }) => debt), ...(realTime === null ? [] : ['real-time'])];
  const isOther = dice.percent(20);
  const text = `<?xml version="1.0" encoding="utf-8"?>\n${toXml('soap:Envelope', {
    '@xmlns:soap': 'http://schemas.xmlsoap.org/soap/envelope/',
    'soap:Body': {
      Search07aResponse: {
        '@xmlns': `urn:callcredit.co.uk/soap:${isOther ? 'bsbandcreditreport7' : 'callreport7'}`,
        SearchResult: isOther ? { ...tree, BSB: { AB: 12, CD: '{ND}' } } : tree,
      },
    },
  })}`;
  return { bureau: 'transunion', reference, isJson: false, expected, debts, text };
}

type Parts = {
  reference: string;
  accounts: Branch[];
  others: Branch[];
  realTime: Branch | undefined;
  blocks: Branch;
  isJoint: boolean;
};

function replyOf(person: Person, { reference, accounts, others, realTime, blocks, isJoint }: Parts): Branch {
  const { name, dateOfBirth, homes } = person;
  const searchid = '{00000002-7A11-4000-8000-00000000BEEF}';
  const home = homes[0];
  const input = {
    ...(home.flat !== undefined && { abodeno: home.flat }),
    buildingno: home.number,
    street1: home.street,
    posttown: home.town,
    postcode: home.postcode,
  };
  const title = { title: name.title, forename: name.first, surname: name.last };
  const match = { '@reporttype': 3, '@matchstatus': 2 };
  const [beside, apart] = isJoint ? [others, []] : [[], others];
  return {
    jobdetails: { searchid, cast: '000', pstv: 1, ls: 0, searchdate: '2026-11-17T09:30:00' },
    yourreference: reference,
    creditrequest: {
      '@schemaversion': '7.2',
      '@datasets': 511,
      applicant: { address: input, name: title, dob: dateOfBirth, hho: 0, tpoptout: 1 },
      score: 1,
      purpose: 'QS',
    },
    picklist: {
      ...{ '@maxaddressitems': 50, '@maxnameitems': 6, '@picklist': 1, '@regenerated': 0 },
      applicant: {
        ...{ '@id': 1, '@reporttype': 3 },
        address: {
          '@addressid': 1,
          addressinput: input,
          fullmatches: {
            ...match,
            fullmatch: {
              '@selected': 1,
              addressmatch: { ...input, domicileid: 41000012 },
              name: {
                '@nameid': 1,
                nameinput: title,
                namematches: { ...match, namematch: { '@selected': 1, ...title, dob: dateOfBirth } },
              },
            },
          },
        },
      },
    },
    creditreport: {
      '@searchid': searchid,
      '@linktype': 0,
      applicant: [
        {
          ...{ '@reporttype': 3, '@tpoptout': 1, '@reporttitle': `${name.first} ${name.last}` },
          ...blocks,
          ...(realTime && { rtr: { account: realTime } }),
          accs: { acc: accounts },
          tpd: { decision: { '@total': 1, alertindividual: { name: 'MRS NERYS LARKFORD' } } },
          ...(apart.length > 0 && {
            oias: {
              '@total': 1,
              oia: { '@searchid': searchid, '@oiaid': 1, '@reporttype': 3, accs: { acc: apart } },
            },
          }),
        },
        ...(beside.length > 0
          ? [{ '@reporttype': 3, '@reporttitle': 'NERYS LARKFORD', accs: { acc: beside } }]
          : []),
      ],
    },
  };
}
