/** The browser's decoder for `props.ts`, loaded only by islands whose props aren't plain JSON. */
export { parse as decodeRichProps } from 'devalue'
