export const SITE_URL = 'https://docs.fw.example'
export const DESCRIPTION = 'Guide, recipes and reference of fw, for people and for agents.'
