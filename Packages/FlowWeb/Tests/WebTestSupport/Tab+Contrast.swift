extension Tab {
  /// The texts whose contrast is below 4.5, as in WCAG 2.2, criterion 1.4.3. Disabled and hidden ones don't count.
  package static let faintTexts = """
    (() => {
      const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
      const rgb = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data]; };
      const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, part, i) => { const v = c[i] / 255;
        return sum + part * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); }, 0);
      const found = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || element.closest("svg, .unseen, .skip, [hidden], option")) continue;
        let back = element; let color = [0, 0, 0, 0];
        while (back && color[3] === 0) { color = rgb(getComputedStyle(back).backgroundColor); back = back.parentElement; }
        const [one, two] = [light(color), light(rgb(getComputedStyle(element).color))].sort((a, b) => b - a);
        if ((one + 0.05) / (two + 0.05) < 4.5) found.push(walker.currentNode.data.trim().slice(0, 40));
      }
      return [...new Set(found)];
    })()
    """
}
