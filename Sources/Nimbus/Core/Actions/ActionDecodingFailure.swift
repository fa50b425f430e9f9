/// Says that an action could not be made of its properties, as opposed to having failed when it ran.
struct ActionDecodingFailure: Error {
  let cause: any Error
}
