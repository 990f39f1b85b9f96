/**
 * The deepest nesting of objects and lists that is read, in a body and in a bill (pos-api.md "Admission" 4): it bounds
 * every recursion over what a stranger sent.
 */
export const deepestNesting = 64;
