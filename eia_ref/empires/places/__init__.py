"""Countries and land with rules of their own: Poland, Ireland, the Ottoman Empire; questions on land."""
