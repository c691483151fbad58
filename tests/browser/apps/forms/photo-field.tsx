export const PhotoField = () => <input type="file" name="photo" />
