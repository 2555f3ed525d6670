// Style sheets are imported for the bundler, which puts them in one file.
declare module '*.css';
