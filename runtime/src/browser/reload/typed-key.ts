/** Key of typed values in the session storage. The loader checks its presence. */
export const TYPED_FIELDS = 'fw:typed'
