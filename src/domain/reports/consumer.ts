// The consumer: the person that a report is about, as the caller described them. Personal data: stored encrypted, and never in a log,
// an error or a metric.

/** Every field of a UK address, from the smallest unit to the largest. Test mode seeds its reports with them in this order. */
export const UK_ADDRESS_FIELDS = [
  'subBuildingName',
  'buildingName',
  'buildingNumber',
  'thoroughfare',
  'district',
  'townOrCity',
  'county',
  'country',
  'postcode',
] as const satisfies readonly (keyof UkAddress)[];

export type UkAddress = {
  subBuildingName?: string;
  buildingName?: string;
  buildingNumber?: string;
  thoroughfare?: string;
  district?: string;
  townOrCity: string;
  county?: string;
  country?: string;
  postcode: string;
};

export type ConsumerAddress = {
  type?: string;
  ukAddress: UkAddress;
};

/** A name that the consumer bore before: many are on file under it. */
export type PreviousName = Pick<Consumer, 'title' | 'firstName' | 'middleName' | 'lastName'>;

export type Consumer = {
  title?: string;
  firstName: string;
  middleName?: string;
  lastName: string;
  dateOfBirth: string;
  gender?: 'M' | 'F';
  email?: string;
  mobileNumber?: string;
  ipAddress: string;
  addresses: ConsumerAddress[];
  /** Newest first. Our addition. */
  previousNames?: PreviousName[];
};
