/** The browser's half of `props.ts`, loaded only by islands whose props are more than JSON. */
export { parse as decodeRichProps } from 'devalue'
