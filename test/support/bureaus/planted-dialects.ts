// Changes of dialect, planted into a reply of the wire: what a contract, a version or a mistake of the bureau could bring. Each with
// what the check of a bureau has to name, and how grave it has to find it.
import type { Severity } from '../../../src/bureaus/checking/findings.ts';
import { WIRES, type Wire } from './checked-wires.ts';

export type Planted = {
  what: string;
  wire: Wire;
  change: (text: string) => string;
  named: RegExp;
  severity: Severity;
};

const [TU, TU_DEFAULT, TU_PUBLIC] = WIRES;
const EX = wireOf('experian-ordinary.json');
const EX_DEFAULT = wireOf('experian-default.json');
const EX_PUBLIC = wireOf('experian-public.json');
const EQ = wireOf('equifax-single-match.xml');
const EQ_DEFAULT = wireOf('equifax-default.xml');
const EQ_JSON = wireOf('equifax-public.json');

function wireOf(file: (typeof WIRES)[number]['file']): Wire {
  return WIRES.find((wire) => wire.file === file) as Wire;
}

/** An element, a key or an @attribute by another name, all of them. */
export const renamed = (from: string, to: string) => (text: string) =>
  from.startsWith('@')
    ? text.replaceAll(` ${from.slice(1)}="`, ` ${to.slice(1)}="`)
    : text
        .replaceAll(new RegExp(`(</?)${from}(?=[\\s/>])`, 'g'), `$1${to}`)
        .replaceAll(new RegExp(`"${from}"(?=\\s*:)`, 'g'), `"${to}"`);
const swapped = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
const wrapped = (name: string, wrapper: string) => (text: string) =>
  text.replace(new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`), `<${wrapper}>$&</${wrapper}>`);

export const PLANTED: readonly Planted[] = [
  {
    what: 'TransUnion: an element renamed',
    ...{
      wire: TU,
      change: renamed('balance', 'currentbal'),
      named: /accdetails\/(balance|currentbal)/,
      severity: 'look',
    },
  },
  {
    what: 'TransUnion: one letter of an element, in one record only',
    ...{
      wire: TU,
      change: swapped('<dateupdated>2026-10-28</dateupdated>', '<dateupdate>2026-10-28</dateupdate>'),
    },
    ...{ named: /accdetails\/dateupdate .*dateupdated/, severity: 'look' },
  },
  {
    what: 'TransUnion: a capital letter',
    ...{
      wire: TU,
      change: renamed('acctypecode', 'accTypeCode'),
      named: /accTypeCode .*acctypecode/,
      severity: 'look',
    },
  },
  {
    what: 'TransUnion: an attribute renamed',
    ...{ wire: TU, change: renamed('@m', '@month'), named: /ah\[\]\/@m/, severity: 'fails' },
  },
  {
    what: 'TransUnion: an attribute of the report left out',
    ...{
      wire: TU,
      change: swapped(' linktype="0"', ''),
      named: /creditreport\/@linktype is missing/,
      severity: 'fails',
    },
  },
  {
    what: 'TransUnion: a wrapper around the accounts',
    ...{
      wire: TU_PUBLIC,
      change: wrapped('accs', 'sharedata'),
      named: /sharedata is not known, and stands around accs/,
      severity: 'look',
    },
  },
  {
    what: 'TransUnion: a wrapper around the result',
    ...{
      wire: TU,
      change: wrapped('SearchResult', 'Response'),
      named: /Response is not known, and stands around SearchResult/,
      severity: 'fails',
    },
  },
  {
    what: 'TransUnion: a code that is in no table',
    ...{
      wire: TU,
      change: swapped('<acctypecode>CP<', '<acctypecode>Q7<'),
      named: /acctypecode has the code Q7/,
      severity: 'look',
    },
  },
  {
    what: 'TransUnion: a mark of a month that is in no table',
    ...{
      wire: TU,
      change: swapped(/acc="ST"/, 'acc="X9"'),
      named: /ah\[\]\/@acc has the code X9/,
      severity: 'look',
    },
  },
  {
    what: 'TransUnion: another kind of resident',
    ...{
      wire: TU,
      change: swapped('matchtype="SM"', 'matchtype="XM"'),
      named: /resident\[\]\/@matchtype has the code XM/,
      severity: 'look',
    },
  },
  {
    what: 'TransUnion: another namespace',
    ...{
      wire: TU,
      change: swapped('soap:callreport7"', 'soap:callreport8"'),
      named: /soap:callreport8/,
      severity: 'look',
    },
  },
  {
    what: 'TransUnion: dates in another form',
    ...{ wire: TU, change: swapped('<accstartdate>2012-06-01<', '<accstartdate>01/06/2012<') },
    ...{ named: /accstartdate 1 of 7 came as text where a date is expected/, severity: 'look' },
  },
  {
    what: 'TransUnion: an account renamed, so that fewer come than are counted',
    ...{ wire: TU_DEFAULT, change: (text) => text.replace('<acc>', '<accx>').replace('</acc>', '</accx>') },
    ...{ named: /accs\/accx is not known|totalaccounts says more accounts/, severity: 'look' },
  },
  {
    what: 'TransUnion: an element that the adapter does not read, renamed',
    ...{
      wire: TU_PUBLIC,
      change: renamed('courtname', 'court'),
      named: /judgment\[\]\/court .*courtname/,
      severity: 'note',
    },
  },
  {
    what: 'TransUnion: the list of judgments renamed',
    ...{ wire: TU_PUBLIC, change: renamed('judgment', 'ccj'), named: /judgments\/ccj/, severity: 'note' },
  },
  {
    what: 'Experian: the balance of a default renamed',
    ...{ wire: EX_DEFAULT, change: renamed('CurrentDefBalance', 'DefaultBal') },
    ...{ named: /CAISDetails\[\]\/DefaultBal is not known/, severity: 'look' },
  },
  {
    what: 'Experian: a list renamed',
    ...{
      wire: EX,
      change: renamed('CAISDetails', 'CAISRecords'),
      named: /CAIS\[\]\/CAISRecords.* CAISDetails/,
      severity: 'look',
    },
  },
  {
    what: 'Experian: the mark of whose a record is, renamed',
    ...{ wire: EX, change: renamed('BureauRefCategory', 'RefCategory') },
    ...{ named: /MatchDetails\/RefCategory .*BureauRefCategory/, severity: 'fails' },
  },
  {
    what: 'Experian: a category that nobody knows',
    ...{ wire: EX, change: swapped('"BureauRefCategory": "3"', '"BureauRefCategory": "7"') },
    ...{ named: /BureauRefCategory has the code 7/, severity: 'look' },
  },
  {
    what: 'Experian: a type of account that nobody knows',
    ...{
      wire: EX,
      change: swapped('"AccountType": "29"', '"AccountType": "88"'),
      named: /AccountType has the code 88/,
      severity: 'look',
    },
  },
  {
    what: 'Experian: a letter of a month that nobody knows',
    ...{
      wire: EX,
      change: swapped(/"AccountStatusCodes": "0/, '"AccountStatusCodes": "K'),
      named: /AccountStatusCodes has the code K/,
      severity: 'look',
    },
  },
  {
    what: 'Experian: dates as one text',
    ...{ wire: EX, change: swapped(/"LastUpdatedDate": \{[^}]*\}/, '"LastUpdatedDate": "20261030"') },
    ...{ named: /LastUpdatedDate 1 of 7 came as a whole number where a date is expected/, severity: 'look' },
  },
  {
    what: 'Experian: amounts with pence',
    ...{ wire: EX, change: swapped(/"Payment": "£289 *"/, '"Payment": "289.50"') },
    ...{
      named: /Payment 1 of \d came as a number with a point where an amount is expected/,
      severity: 'look',
    },
  },
  {
    what: 'Experian: a wrapper around all',
    ...{ wire: EX, change: (text) => JSON.stringify({ data: JSON.parse(text) }) },
    ...{ named: /data is not known, and stands around Output/, severity: 'fails' },
  },
  {
    what: 'Experian: a kind of public record that nobody knows',
    ...{
      wire: EX_PUBLIC,
      change: swapped('"InformationType": "02"', '"InformationType": "91"'),
      named: /InformationType has the code 91/,
      severity: 'note',
    },
  },
  {
    what: 'Equifax: the mark of whose a record is, renamed',
    ...{
      wire: EQ,
      change: renamed('nameMatchStatus', 'nameMatch'),
      named: /creditCard\[\]\/nameMatch .*nameMatchStatus/,
      severity: 'fails',
    },
  },
  {
    what: 'Equifax: a mark that nobody knows',
    ...{
      wire: EQ,
      change: swapped('<nameMatchStatus>V<', '<nameMatchStatus>P<'),
      named: /nameMatchStatus has the code P/,
      severity: 'look',
    },
  },
  {
    what: 'Equifax: a namespace inside the message',
    ...{
      wire: EQ,
      change: swapped(
        '<soleSearch>',
        '<soleSearch xmlns="http://ewsconsumer.services.uk.equifax.com/schema/v5/x">',
      ),
    },
    ...{ named: /schema\/v5\/x; no namespace is expected/, severity: 'look' },
  },
  {
    what: 'Equifax: another version',
    ...{
      wire: EQ,
      change: swapped('schema/v2/creditsearch/creditquotationsearchresponse', 'schema/v2/creditreport'),
    },
    ...{ named: /schema\/v2\/creditreport/, severity: 'look' },
  },
  {
    what: 'Equifax: a product that nobody knows',
    ...{
      wire: EQ,
      change: renamed('hirePurchase', 'personalContractPurchase'),
      named: /insightData\/personalContractPurchase/,
      severity: 'look',
    },
  },
  {
    what: 'Equifax: the word for a match',
    ...{
      wire: EQ,
      change: swapped('>singleMatch<', '>oneMatch<'),
      named: /addressMatchStatus has a value of 5 or more characters/,
      severity: 'look',
    },
  },
  {
    what: 'Equifax: an amount without its element',
    ...{ wire: EQ_DEFAULT, change: swapped(/<balanceAmount><amount>2875<.*?<\/balanceAmount>/, '2875') },
    ...{ named: /InsightData\/creditCard\[\]\/currentBalance came as a value/, severity: 'look' },
  },
  {
    what: 'Equifax: a day in words, in JSON',
    ...{
      wire: EQ_JSON,
      change: swapped(/"startDate": \{[^}]*\}/, '"startDate": "1 April 2016"'),
      named: /startDate 1 of 1 came as text/,
      severity: 'look',
    },
  },
];
