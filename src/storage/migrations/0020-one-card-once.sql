-- What the provider calls a card's number, so that a card that is kept twice is known as one.
alter table payment_methods add column fingerprint text check (length(fingerprint) between 1 and 255);
