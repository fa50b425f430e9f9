import FlowDurable
import FlowForms
import Foundation

/// The entries of people, with files that aren't kept yet.
struct Entered: Sendable {
  /// The entry. It refers to the posted files by their digests.
  private(set) var entry: FormEntry
  /// The posted files, by the names of their fields.
  private var files: [String: PostedFields.PostedFile] = [:]
  /// The files of an earlier answer that the page has shown, by the names of their fields.
  private var kept: [String: FormFile] = [:]
  /// The names of the fields whose earlier file the person removes.
  private var removed: [String] = []

  /// Reads posted fields.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - form: The form.
  ///   - hidden: The names of the hidden inputs.
  ///   - takesFiles: Whether the pages take files.
  ///   - before: What was entered before. A page can't fill in a file, so an empty input keeps the one that the page has shown.
  init(_ fields: PostedFields, _ form: AnyForm, besides hidden: [String], takesFiles: Bool, before: FormEntry?) {
    entry = FormEntry(posted: fields.entries(besides: hidden), for: form.outline)
    for field in form.outline.fields {
      guard case .file = field.kind else { continue }
      let earlier: FormFile? = if case .file(let file)? = before?[field.name] { file } else { nil }
      // A page that hasn't shown the file, such as one of another tab, doesn't answer with it.
      if let earlier, fields.contains(FormName.kept(earlier, in: field.name), in: FormName.kept) {
        kept[field.name] = earlier
      }
      if !field.isRequired, kept[field.name] != nil, fields.contains(field.name, in: FormName.removed) {
        removed.append(field.name)
      } else {
        entry[field.name] = kept[field.name].map { .file($0) }
      }
      guard takesFiles, let file = fields.files.first(where: { $0.name == field.name })?.file,
        !(file.name.isEmpty && file.bytes.isEmpty)
      else { continue }
      let digest = FormFile.digest(of: Data(file.bytes))
      // The same file again has the earlier reference, so that a double click is the same answer.
      if let earlier, earlier.digest == digest, earlier.mediaType == file.mediaType {
        entry[field.name] = .file(earlier)
        continue
      }
      files[field.name] = file
      entry[field.name] = .file(
        FormFile(name: file.safeName, mediaType: file.mediaType, size: file.bytes.count, digest: digest))
    }
  }

  /// The part of the entry that a page with problems shows. The posted files aren't kept.
  var shown: FormEntry {
    var shown = entry
    for name in files.keys { shown[name] = kept[name].map { .file($0) } }
    // The page offers the earlier file again, and has the box ticked.
    for name in removed { shown[name] = kept[name].map { .file($0) } }
    if !removed.isEmpty { shown[FormName.removed] = .texts(removed) }
    return shown
  }

  /// Keeps the posted files, and returns whether there were any.
  mutating func keepFiles(in folder: FileFolder?) throws -> Bool {
    guard let folder, !files.isEmpty else { return false }
    for (name, file) in files {
      entry[name] = .file(try folder.keep(Data(file.bytes), name: file.name, mediaType: file.mediaType))
    }
    files = [:]
    return true
  }
}

extension JourneyServer {
  /// Returns what was entered into a form.
  func entered(
    _ fields: PostedFields, _ form: AnyForm, at step: String, earlier standing: VisitStanding
  ) -> Entered {
    let before: FormEntry? =
      switch standing {
      case .open(let visit): form.entry(of: visit.refused?.value ?? visit.proposal?.value)
      case .answered(let answer): form.entry(of: answer.value)
      case .passed, .unknown: nil
      }
    return entered(fields, form, at: step, before: before)
  }

  /// Returns what was entered into a form, after an earlier entry.
  func entered(_ fields: PostedFields, _ form: AnyForm, at step: String, before: FormEntry?) -> Entered {
    let hidden = FormName.ofAnswers(hasNumber: step == settings.rotatingStep)
    return Entered(fields, form, besides: hidden, takesFiles: settings.files != nil, before: before)
  }
}
