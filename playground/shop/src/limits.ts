/** At most this many of one product in a cart. Both sides read it, so it is in neither's module. */
export const MAX_QUANTITY = 20
