export const SITE_URL = 'https://tidewrack.example'
export const AUTHOR = 'Ines Halvorsen'
