import HTTPTypes
import Hummingbird
import Logging
import NIOCore

extension PageReply {
  /// Returns the reply as that of a server.
  ///
  /// - Parameters:
  ///   - common: The headers of all replies.
  ///   - request: The request. A HEAD gets no body.
  /// - Returns: The response.
  func response(_ common: HTTPFields, to request: Request) -> Response {
    if let changes { return .events(of: changes, common, to: request) }
    let buffer = ByteBuffer(string: body)
    var fields = common
    fields.append(contentsOf: HTTPFields(headers))
    fields[.contentLength] = String(buffer.readableBytes)
    return Response(
      status: HTTPResponse.Status(code: status), headers: fields,
      body: request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: buffer))
  }
}

extension PageFailure {
  /// Logs the failure.
  func log(of flow: String, by logger: Logger) {
    logger.error(
      "A page could not be shown.",
      metadata: ["flow": "\(flow)", "route": "\(route)", "error": "\(error)"])
  }
}

extension Request {
  /// Reads the body.
  ///
  /// - Throws: ``PageFault/tooLarge`` if it is longer than a number of bytes; ``PageFault/malformed`` if the client has sent it wrongly,
  ///   or not to its end.
  func bytes(upTo limit: Int) async throws -> [UInt8] {
    do {
      return Array(buffer: try await body.collect(upTo: limit))
    } catch is NIOTooManyBytesError {
      throw PageFault.tooLarge
    } catch {
      throw PageFault.malformed
    }
  }
}

extension HTTPFields {
  /// Creates fields, without those whose names no field can have.
  init(_ pairs: [(name: String, value: String)]) {
    self.init()
    for (name, value) in pairs {
      if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
    }
  }
}
