/** Selects the slots of an island. Templates in its content, such as in HTML of users that it shows, are not slots. */
export const SLOTS = 'fw-slot,:scope>template[data-slot]'
