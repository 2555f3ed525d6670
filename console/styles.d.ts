// Style sheets are imported for the bundler, which merges them into one file.
declare module '*.css';
