/** Stands for the package in temporary apps: Solid's types import it, and its megabyte would be parsed for each. */
export interface PropertiesHyphen {
  [property: string]: string | number | undefined
}
