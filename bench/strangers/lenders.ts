// Who lends to the invented people, and under which names a bureau has them. Each line is one lender for one kind of credit: names that
// its records bear at one bureau or another, the usual one first. Some are brands of houses that exist, some stand for the many small
// brands that no list has ("~" before the line). `Moves` are books that went from one lender to another on a day.
import type { CompanyType } from '../../src/domain/reports/credit-report.ts';
import { type Chance, createChance, dayOf } from './chance.ts';

export const KINDS = [
  'mortgage',
  'secured',
  'card',
  'store',
  'loan',
  'car',
  'lease',
  'current',
  'phone',
  'utility',
  'catalogue',
  'short',
  'home-credit',
  'instalments',
  'insurance',
] as const;
export type Kind = (typeof KINDS)[number];

export type Lender = { names: readonly string[]; isUnlisted: boolean };

/** `from` is the lender's name before that day. */
export type Move = { from: Lender; to: Lender; on: number };

const LINES: Record<Kind, string> = {
  mortgage: `Halifax; Bank of Scotland plc; HALIFAX MORTGAGES; Halifax plc
Nationwide; Nationwide Building Society; NATIONWIDE B S; Nationwide BS
Santander; Santander UK plc; SANTANDER MORTGAGES; Abbey National
Barclays; Barclays Bank UK PLC; BARCLAYS MORTGAGES; The Woolwich
NatWest; National Westminster Bank plc; NATWEST HOME LOANS; NatWest Mortgages
HSBC; HSBC UK Bank plc; HSBC BANK PLC; HSBC Mortgages
Yorkshire Building Society; YORKSHIRE BS; Accord Mortgages Ltd; YBS
Skipton Building Society; SKIPTON BS; Skipton
Leeds Building Society; LEEDS B S
Kensington Mortgages; Kensington Mortgage Company Ltd; KMC; Kensington
TSB; TSB Bank plc; TSB MORTGAGES
Topaz Finance; Rosinca Mortgages; TOPAZ FINANCE LTD; Bradford & Bingley
~Larkhill Home Loans; Penrose Mortgage Servicing Ltd; PMS No 2 Ltd
~Castlegate Mortgages; CGM Lending Ltd; Castlegate`,
  secured: `Together; Together Personal Finance Ltd; Blemain Finance; TOGETHER FINANCIAL
Optimum Credit; Pepper Money; PEPPER (UK) LTD; Optimum Credit Ltd
Norton Finance; Norton Home Loans Ltd; NORTON
~Brightwell Second Charge; BSC Lending Ltd; Brightwell`,
  card: `Barclaycard; Barclays Bank UK PLC; BARCLAYCARD; Barclays
Capital One; Capital One (Europe) plc; CAPITAL ONE; Capital One Bank
Aqua; NewDay Ltd; AQUA CREDIT CARD; NewDay
Marbles; NewDay Ltd; MARBLES; NewDay Cards
Vanquis; Vanquis Bank Ltd; VANQUIS BANK; Vanquis Bank Limited
MBNA; MBNA Ltd; MBNA LIMITED; Lloyds Bank plc T/A MBNA
Lloyds Bank; Lloyds Bank plc; LLOYDS BANK CARDS; Lloyds TSB
Halifax; Bank of Scotland plc; HALIFAX CARD SERVICES; Halifax Credit Card
American Express; American Express Services Europe Ltd; AMEX; AESEL
Santander; Santander UK plc; SANTANDER CARDS; Santander Cards UK Ltd
HSBC; HSBC UK Bank plc; HSBC CARDS; HSBC Bank
NatWest; National Westminster Bank Plc; NATWEST CARDS; NatWest Bank
Nationwide; Nationwide Building Society; NATIONWIDE VISA
Virgin Money; Clydesdale Bank PLC; VIRGIN CREDIT CARD; Virgin Money plc
M&S Bank; Marks & Spencer Financial Services plc; M & S BANK; M&S Money
Zopa; Zopa Bank Ltd; ZOPA
118 118 Money; Madison CF UK Ltd; 118118 MONEY
~Harbour Card; Tidewell Financial Ltd; TFL CARDS
~Pennant Credit; Oriel Card Services Ltd; Pennant`,
  store: `Next; Next Retail Ltd; NEXT DIRECTORY; Next plc
Creation; Creation Consumer Finance Ltd; CREATION FINANCE; Creation Financial Services
IKEA; Ikano Bank AB; IKANO BANK; Ikano Financial Services
Topshop; NewDay Ltd; ARCADIA CARD; New Day Cards Ltd
B&Q; Creation Consumer Finance; B AND Q CARD
~Fennel Home Card; Sable Retail Credit Ltd; SRC`,
  loan: `Lloyds Bank; Lloyds Bank plc; LLOYDS PERSONAL LOANS; Lloyds TSB
Santander; Santander UK plc; SANTANDER LOANS
Zopa; Zopa Bank Limited; ZOPA; Zopa Ltd
Tesco Bank; Tesco Personal Finance plc; TESCO PERSONAL FINANCE
HSBC; HSBC UK Bank plc; HSBC BANK PLC
First Direct; HSBC UK Bank plc; FIRST DIRECT
Barclays; Barclays Bank UK PLC; BARCLAYLOAN
NatWest; National Westminster Bank plc; NATWEST LOANS
Nationwide; Nationwide Building Society; NATIONWIDE BS LOANS
M&S Bank; Marks & Spencer Financial Services plc; M&S PERSONAL LOANS
Hitachi Capital; Novuna Personal Finance; MITSUBISHI HC CAPITAL UK PLC; Hitachi Capital Consumer Finance
Likely Loans; Oakbrook Finance Ltd; OAKBROOK FINANCE; Oakbrook
Everyday Loans; Everyday Lending Ltd; EVERYDAY LOANS
Amigo; Amigo Loans Ltd; AMIGO LOANS
Lendable; Lendable Ltd; LENDABLE OPERATIONS
Shawbrook Bank; Shawbrook Bank Ltd; SHAWBROOK
~Copperfield Lending; Asterby Finance Ltd; AFL
~Juniper Loans; Juniper Money; Wraysford Credit Ltd`,
  car: `Black Horse; Black Horse Ltd; BLACK HORSE FINANCE; Lloyds Bank Motor Finance
Volkswagen Financial Services; Volkswagen Financial Services (UK) Ltd; VWFS; VW Finance
Audi Finance; Volkswagen Financial Services (UK) Ltd; AUDI FINANCIAL SERVICES
BMW Financial Services; BMW Financial Services (GB) Ltd; BMW FINANCE
Alphera Financial Services; BMW Financial Services (GB) Ltd; ALPHERA
Santander Consumer Finance; Santander Consumer (UK) plc; SCUK; Santander Consumer
Mazda Financial Services; Santander Consumer (UK) plc; MAZDA FINANCE
MotoNovo Finance; MotoNovo; FIRSTRAND BANK LTD; Carlyle Finance
Moneybarn; Moneybarn No 1 Ltd; MONEYBARN; Moneybarn Vehicle Finance
Close Brothers Motor Finance; Close Brothers Ltd; CLOSE MOTOR FINANCE; Close Bros
Blue Motor Finance; Blue Motor Finance Ltd; BLUE MOTOR
Ford Credit; FCE Bank plc; FORD CREDIT EUROPE; Ford Money
Mobilize Financial Services; RCI Financial Services Ltd; RCI BANK UK; Renault Finance
Nissan Finance; RCI Financial Services Ltd; NISSAN FINANCIAL SERVICES
Stellantis Financial Services; PSA Finance UK Ltd; PSA FINANCE; Peugeot Finance
Vauxhall Finance; PSA Finance UK Ltd; VAUXHALL FINANCE PLC
Toyota Financial Services; Toyota Financial Services (UK) plc; TOYOTA FINANCE
Mercedes-Benz Finance; Mercedes-Benz Financial Services UK Ltd; DAIMLER FINANCIAL SERVICES
Hyundai Finance; Hyundai Capital UK Ltd; HYUNDAI CAPITAL
Kia Finance; Hyundai Capital UK Ltd; KIA MOTORS FINANCE
Startline; Startline Motor Finance Ltd; STARTLINE MF
Advantage Finance; Advantage Finance Ltd; ADVANTAGE FINANCE
First Response Finance; First Response Finance Ltd; FIRST RESPONSE
Marsh Finance; Marsh Finance Ltd; MARSH FINANCE LIMITED
~Redline; Kestrel Vehicle Credit Ltd; KVC
~Drivewell Car Finance; Drivewell; Abbots Motor Credit Ltd
~Silverstone Road Finance; SRF Ltd; Silverstone RF`,
  lease: `Lex Autolease; Lex Autolease Ltd; LEX VEHICLE LEASING
LeasePlan; LeasePlan UK Ltd; AYVENS; Ayvens UK
Arval; Arval UK Ltd; ARVAL UK LEASING
Zenith; Zenith Vehicle Contracts Ltd; ZENITH
~Fairmile Contract Hire; FCH Ltd; Fairmile Vehicle Leasing`,
  current: `Barclays; Barclays Bank UK PLC; BARCLAYS BANK; Barclays Bank plc
Lloyds Bank; Lloyds Bank plc; LLOYDS TSB BANK; Lloyds
HSBC; HSBC UK Bank plc; HSBC BANK
First Direct; HSBC UK Bank plc; FIRST DIRECT
NatWest; National Westminster Bank plc; NATWEST BANK; Nat West
Santander; Santander UK plc; SANTANDER CURRENT ACCOUNTS; Abbey
Nationwide; Nationwide Building Society; NATIONWIDE FLEXACCOUNT
Halifax; Bank of Scotland plc; HALIFAX CURRENT ACCOUNTS
Monzo; Monzo Bank Ltd; MONZO BANK
Starling; Starling Bank Ltd; STARLING BANK
TSB; TSB Bank plc; TSB BANK
Royal Bank of Scotland; The Royal Bank of Scotland plc; RBS
Co-operative Bank; The Co-operative Bank p.l.c.; CO-OP BANK
Smile; The Co-operative Bank p.l.c.; SMILE`,
  phone: `O2; Telefonica UK Ltd; O2 UK; Virgin Media O2
EE; EE Ltd; EE LIMITED; T-Mobile
Vodafone; Vodafone Ltd; VODAFONE LIMITED; VodafoneThree
Three; Hutchison 3G UK Ltd; THREE MOBILE; H3G
BT; British Telecommunications plc; BT CONSUMER; BT Group
Sky; Sky UK Ltd; SKY SUBSCRIBERS SERVICES; Sky Mobile
Virgin Media; Virgin Media Ltd; VIRGIN MEDIA PAYMENTS LTD; NTL
TalkTalk; TalkTalk Telecom Ltd; TALK TALK; Talk Talk Consumer
Tesco Mobile; Tesco Mobile Ltd; TESCO MOBILE
giffgaff; Giffgaff Ltd; GIFFGAFF LIMITED
~Lumen Broadband; Northmoor Telecom Ltd; LUMEN`,
  utility: `British Gas; British Gas Services; BRITISH GAS TRADING LTD; Centrica
E.ON Next; E.ON Next Energy Ltd; EON NEXT; E.ON
EDF Energy; EDF Energy Customers Ltd; EDF
Octopus Energy; Octopus Energy Ltd; OCTOPUS
OVO; OVO Energy Ltd; OVO ELECTRICITY LTD; OVO (S) Gas Ltd
Scottish Power; ScottishPower Energy Retail Ltd; SCOTTISH POWER
Thames Water; Thames Water Utilities Ltd; THAMES WATER
Severn Trent; Severn Trent Water Ltd; SEVERN TRENT WATER
Anglian Water; Anglian Water Services Ltd; ANGLIAN WATER
Utilita; Utilita Energy Ltd; UTILITA
~Moorland Power; MP Supply Ltd; Moorland Energy`,
  catalogue: `Very; Shop Direct Finance Company Ltd; VERY; The Very Group
Littlewoods; Shop Direct Finance Company Ltd; LITTLEWOODS; Littlewoods Shop Direct
JD Williams; J D Williams & Company Ltd; JD WILLIAMS; N Brown
Simply Be; J D Williams & Co; SIMPLY BE; N Brown Group
Studio; Frasers Group Financial Services Ltd; EXPRESS GIFTS LTD; Studio Retail
Freemans; Freemans Grattan Holdings; FREEMANS PLC; Grattan
Argos; Home Retail Group Card Services Ltd; ARGOS CARD SERVICES; Argos Financial Services
Ace; Express Gifts Ltd; ACE CATALOGUE
~Marigold Home Shopping; Ledbury Direct Ltd; MARIGOLD`,
  short: `Lending Stream; Gain Credit LLC; LENDING STREAM; Gain Credit
QuickQuid; CashEuroNet UK LLC; QUICKQUID
Sunny; Elevate Credit International Ltd; SUNNY LOANS
Satsuma; Provident Personal Credit Ltd; SATSUMA LOANS
Mr Lender; PDL Finance Ltd; MR LENDER
Moneyboat; Evergreen Finance London Ltd; MONEYBOAT
Drafty; Gain Credit LLC; DRAFTY
Cashfloat; Western Circle Ltd; CASHFLOAT
~Swiftly; Tollbar Credit Ltd; SWIFTLY LOANS`,
  'home-credit': `Provident; Provident Personal Credit Ltd; PROVIDENT; Provident Financial
Morses Club; Morses Club PLC; MORSES CLUB; Shopacheck
Loans at Home; Non-Standard Finance; S D TAYLOR LTD`,
  instalments: `Klarna; Klarna Bank AB; KLARNA; Klarna Financial Services UK Ltd
PayPal; PayPal (Europe) Sarl et Cie SCA; PAYPAL CREDIT; PayPal UK Ltd
DFS; Novuna Consumer Finance; HITACHI CAPITAL (UK) PLC; Mitsubishi HC Capital
Currys; Creation Consumer Finance Ltd; YOUR PLAN; Dixons Carphone
Barclays Partner Finance; Clydesdale Financial Services Ltd; BARCLAYS PARTNER FINANCE
V12 Retail Finance; Secure Trust Bank plc; V12 RETAIL FINANCE LTD
~Tansy Pay; Tansy Instalments Ltd; TANSY`,
  insurance: `Premium Credit; Premium Credit Ltd; PREMIUM CREDIT LIMITED
Admiral; EUI Ltd; ADMIRAL INSURANCE
Close Premium Finance; Close Brothers Ltd; CLOSE BROS PREMIUM FINANCE
Aviva; Aviva Insurance Ltd; AVIVA`,
};

// Kind; lender before; lender after; the day.
const MOVES = `card; Sainsbury's Bank, Sainsburys Bank plc, SAINSBURYS BANK; NatWest, National Westminster Bank Plc, NATWEST CARDS; 2025-05-01
card; Tesco Bank, Tesco Personal Finance plc, TESCO BANK; Barclays, Barclays Bank UK PLC, Tesco Bank; 2024-11-01
card; Post Office Money, Bank of Ireland (UK) plc, POST OFFICE CREDIT CARD; Jaja, Jaja Finance Ltd, JAJA; 2020-07-20
catalogue; Argos, Home Retail Group Card Services Ltd, ARGOS CARD; NewDay, NewDay Ltd, ARGOS PAY; 2025-02-28
mortgage; Sainsbury's Bank, Sainsburys Bank plc, SAINSBURYS BANK; Co-operative Bank, The Co-operative Bank plc, CO-OP BANK; 2023-08-15
mortgage; Metro Bank, Metro Bank PLC, METRO BANK; NatWest, National Westminster Bank plc, NATWEST; 2024-09-30
mortgage; Northern Rock, Northern Rock plc, NRAM; Topaz Finance, Topaz Finance Ltd, HELIODOR MORTGAGES; 2021-02-26
utility; Npower, Npower Ltd, NPOWER; E.ON Next, E.ON Next Energy Ltd, EON NEXT; 2021-06-30
utility; SSE, SSE Energy Supply Ltd, SSE; OVO, OVO Energy Ltd, OVO (S) ELECTRICITY; 2022-10-01
utility; Bulb, Bulb Energy Ltd, BULB; Octopus Energy, Octopus Energy Ltd, OCTOPUS; 2023-05-15
lease; Ford Lease, ALD Automotive Ltd, ALD; Ayvens, Ayvens UK, AYVENS; 2024-06-01
loan; Sainsbury's Bank, Sainsburys Bank plc, SAINSBURYS; NatWest, National Westminster Bank plc, NATWEST LOANS; 2025-05-01
home-credit; Provident, Provident Personal Credit Ltd, PROVIDENT; Vanquis, Vanquis Banking Group, VANQUIS; 2021-12-31`;

const BUYERS = `Lowell; Lowell Portfolio I Ltd; LOWELL FINANCIAL LTD; Lowell Financial
Cabot Financial; Cabot Financial (Europe) Ltd; CABOT FINANCIAL UK; Cabot
PRA Group; PRA Group (UK) Ltd; PRA GROUP; Aktiv Kapital
Intrum; Intrum UK Ltd; INTRUM UK FINANCE; 1st Credit
Arrow Global; Arrow Global Ltd; ARROW GLOBAL LIMITED; Capquest
Link Financial; Link Financial Outsourcing Ltd; LINK FINANCIAL
Perch Capital; Perch Capital Ltd; PERCH CAPITAL
~Ravensbourne Portfolios; Ravensbourne No 3 Ltd; RB PORTFOLIOS`;

function toLender(line: string, separator = ';'): Lender {
  const isUnlisted = line.startsWith('~');
  return {
    isUnlisted,
    names: line
      .replace('~', '')
      .split(separator)
      .map((name) => name.trim()),
  };
}

export const LENDERS_OF = Object.fromEntries(
  KINDS.map((kind) => [kind, LINES[kind].split('\n').map((line) => toLender(line))]),
) as Record<Kind, Lender[]>;

export const BUYER_LENDERS: readonly Lender[] = BUYERS.split('\n').map((line) => toLender(line));

export const MOVES_OF: ReadonlyMap<string, readonly Move[]> = Map.groupBy(
  MOVES.split('\n').map((line) => {
    const [kind = '', from = '', to = '', on = ''] = line.split('; ');
    return { kind, from: toLender(from, ','), to: toLender(to, ','), on: dayOf(on) };
  }),
  ({ kind }) => kind,
);

/** What a lender is and always does, whoever the person: the same chance for the same lender and bureau in every run. */
export function habitOf(lender: Lender, of: string): Chance {
  return createChance(`habit of ${lender.names.join()} ${of}`);
}

export const COMPANY_OF: Record<Kind, readonly CompanyType[]> = {
  mortgage: ['mortgage-lender', 'bank', 'building-society'],
  secured: ['finance-house', 'mortgage-lender'],
  card: ['credit-card-issuer', 'bank'],
  store: ['retailer', 'credit-card-issuer', 'finance-house'],
  loan: ['bank', 'finance-house'],
  car: ['motor-finance', 'finance-house'],
  lease: ['leasing', 'motor-finance'],
  current: ['bank'],
  phone: ['communications'],
  utility: ['utility'],
  catalogue: ['mail-order', 'retailer', 'finance-house'],
  short: ['finance-house', 'other'],
  'home-credit': ['home-credit', 'finance-house'],
  instalments: ['finance-house', 'retailer'],
  insurance: ['insurer', 'finance-house'],
};
